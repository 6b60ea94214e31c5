import { useFormats } from "../language.tsx";
import styles from "./bar-chart.module.css";

interface Bar {
  /** Such as a day. */
  readonly name: string;
  readonly count: number;
}

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly nameOf: (name: string) => string;
}

const HEIGHT = 100;
const STEP = 12;

/** A bar for each count. The numbers are beside it in a table, so that it is an image for readers. */
export function BarChart({ label, bars, nameOf }: BarChartProps) {
  const { number } = useFormats();
  return (
    <svg
      className={styles.chart}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {barsOf(bars.map(({ count }) => count)).map(({ x, y, height }, at) => (
        <rect key={x} x={x} y={y} width={STEP - 2} height={height}>
          <title>{`${nameOf(bars[at]?.name ?? "")}: ${number(bars[at]?.count ?? 0)}`}</title>
        </rect>
      ))}
    </svg>
  );
}

/** A chart as small as a word. Its label says what it shows. */
export function Sparkline({
  label,
  counts,
}: {
  readonly label: string;
  readonly counts: readonly number[];
}) {
  return (
    <svg
      className={styles.spark}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${counts.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {barsOf(counts).map(({ x, y, height }) => (
        <rect key={x} x={x} y={y} width={STEP - 2} height={height} />
      ))}
    </svg>
  );
}

function barsOf(counts: readonly number[]) {
  const most = Math.max(1, ...counts);
  return counts.map((count, at) => {
    const height = (count / most) * HEIGHT;
    return { x: at * STEP + 1, y: HEIGHT - height, height };
  });
}

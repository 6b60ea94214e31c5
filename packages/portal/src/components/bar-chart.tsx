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
  const titles = bars.map(({ name, count }) => `${nameOf(name)}: ${number(count)}`);
  const counts = bars.map(({ count }) => count);
  return <Bars className={styles.chart} label={label} counts={counts} titles={titles} />;
}

interface SparklineProps {
  readonly label: string;
  readonly counts: readonly number[];
}

/** A chart as small as a word. Its label says what it shows. */
export function Sparkline(props: SparklineProps) {
  return <Bars className={styles.spark} {...props} />;
}

interface BarsProps extends SparklineProps {
  readonly className: string | undefined;
  readonly titles?: readonly string[];
}

function Bars({ className, label, counts, titles }: BarsProps) {
  const most = Math.max(1, ...counts);
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${counts.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {counts.map((count, at) => {
        const height = (count / most) * HEIGHT;
        const x = at * STEP + 1;
        return (
          <rect key={x} x={x} y={HEIGHT - height} width={STEP - 2} height={height}>
            {titles && <title>{titles[at]}</title>}
          </rect>
        );
      })}
    </svg>
  );
}

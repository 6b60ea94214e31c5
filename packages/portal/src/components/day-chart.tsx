import { useFormats } from "../language.tsx";
import styles from "./day-chart.module.css";

export interface DayCount {
  /** A day in UTC, such as 2027-01-31. */
  readonly day: string;
  readonly count: number;
}

interface DayChartProps {
  readonly label: string;
  readonly days: readonly DayCount[];
}

const HEIGHT = 100;
const STEP = 12;

/** A bar for each day. The numbers are beside it in a table, so that it is an image for readers. */
export function DayChart({ label, days }: DayChartProps) {
  const { date, number } = useFormats();
  const most = Math.max(1, ...days.map(({ count }) => count));
  return (
    <svg
      className={styles.chart}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {days.map(({ day, count }, at) => {
        const height = (count / most) * HEIGHT;
        return (
          <rect key={day} x={at * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height}>
            <title>{`${date(day)}: ${number(count)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

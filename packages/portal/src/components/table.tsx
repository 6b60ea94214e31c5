import type { ReactNode } from "react";
import { useTexts } from "../language.tsx";
import { commonTexts } from "./common-texts.ts";
import styles from "./table.module.css";
import ui from "./ui.module.css";
import { useRowsInView } from "./use-rows-in-view.ts";

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly empty?: string;
}

/**
 * A table. On a narrow screen, each row becomes a block of labelled values. A long table renders
 * only the rows that are in view, and all of them for print.
 */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  const t = useTexts(commonTexts);
  const view = useRowsInView(rows.length);
  if (rows.length === 0) return <p className={ui.quiet}>{empty ?? t.nothing}</p>;
  return (
    // A keyboard can scroll it only if it gets the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, scrollable regions
    <section className={styles.tableBox} aria-label={caption} tabIndex={0}>
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        <caption className={ui.hidden}>{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={view.bodyRef}>
          <Gap height={view.before} />
          {rows.slice(view.first, view.end).map((row, at) => (
            <tr
              key={keyOf(row)}
              ref={view.rowRef}
              data-index={view.first + at}
              aria-rowindex={view.first + at + 2}
            >
              {columns.map(({ title, cell }) => (
                <td key={title} data-label={title}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
          <Gap height={view.after} />
        </tbody>
      </table>
    </section>
  );
}

/** Takes the place of rows that are not rendered. */
function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={styles.gap}>
      <td style={{ height }} />
    </tr>
  );
}

interface FactsProps {
  readonly facts: readonly (readonly [string, ReactNode])[];
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className={ui.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

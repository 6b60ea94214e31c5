import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Shorter tables are rendered whole. */
const MOST_RENDERED = 200;
const ROW_PX = 44;
/** How many rows are rendered beyond the window, so that the Tab key and a search find the next. */
const BEYOND = 20;

/** Returns which rows of a table to render, and the height of those before and after them. */
export function useRowsInView(count: number) {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const isPrinted = usePrinting();
  const isWhole = count <= MOST_RENDERED || isPrinted;
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: !isWhole,
    estimateSize: () => ROW_PX,
    overscan: BEYOND,
    scrollMargin: top,
  });
  // The table moves when something above it changes, which renders the page again.
  useLayoutEffect(() => {
    const body = bodyRef.current;
    if (body !== null) setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
  });
  if (isWhole)
    return { bodyRef, rowRef: undefined, first: 0, end: count, before: 0, after: 0 } as const;
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    bodyRef,
    rowRef: virtualizer.measureElement,
    first: first?.index ?? 0,
    end: (last?.index ?? -1) + 1,
    before: (first?.start ?? top) - top,
    after: virtualizer.getTotalSize() - ((last?.end ?? top) - top),
  } as const;
}

function usePrinting(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    // The browser takes the page for print as soon as the event has been handled.
    const begin = () => flushSync(() => setPrinted(true));
    const end = () => setPrinted(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinted;
}

import type { ReactNode } from 'react';

/** A container in which a wide table scrolls horizontally. The keyboard can scroll it too. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the table to scroll it
    <section className="table-scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

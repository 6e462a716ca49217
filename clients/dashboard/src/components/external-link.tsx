import type { ReactNode } from 'react';

/** A link to another site, or to a page outside the dashboard. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <span aria-hidden="true"> ↗</span>
      <span className="hidden-visually"> (opens in a new tab)</span>
    </a>
  );
}

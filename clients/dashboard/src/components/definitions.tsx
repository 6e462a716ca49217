import type { ReactNode } from 'react';

/** A name and its value. */
export type Definition = readonly [name: string, value: ReactNode];

export function Definitions({ rows }: { readonly rows: readonly Definition[] }) {
  return (
    <dl className="definitions">
      {rows.map(([name, value]) => (
        <div key={name} className="definition">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

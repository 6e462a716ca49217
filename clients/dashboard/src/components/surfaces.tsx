import type { ReactNode } from 'react';
import { formatKeyAsTitle } from '../design/format.ts';

interface CardProps {
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether the card has no padding. Use it for tables and lists that reach the edges of the card. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Card({ heading, actions, flush = false, children }: CardProps) {
  return (
    <section className={flush ? 'card card-flush' : 'card'}>
      {heading !== undefined && (
        <div className="card-head">
          <h2>{heading}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

export function Tile({ label, children, under }: { label: string; children: ReactNode; under?: ReactNode }) {
  return (
    <div className="tile">
      <dt>{label}</dt>
      <dd>
        <span className="figure">{children}</span>
        <span className="under">{under ?? '\u00a0'}</span>
      </dd>
    </div>
  );
}

export function Tiles({ children }: { children: ReactNode }) {
  return <dl className="tiles">{children}</dl>;
}

/**
 * Placeholders with the size of the real tiles, shown while the figures of the tiles are loading. Each entry has the
 * label of a tile and the text under its figure.
 */
export function EmptyTiles({ tiles }: { tiles: readonly (readonly [label: string, under: string])[] }) {
  return (
    <Tiles>
      {tiles.map(([label, note]) => (
        <Tile key={label} label={label} under={<span className="invisible">{note}</span>}>
          {'\u00a0'}
        </Tile>
      ))}
    </Tiles>
  );
}

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={tone === 'plain' ? 'badge' : `badge badge-${tone}`}>{children}</span>;
}

export type RiskLevel = 'low' | 'medium' | 'high';
const RISK_LEVEL_TONES = { low: 'good', medium: 'warn', high: 'bad' } as const;

export function RiskBadge({ level, long = false }: { level: RiskLevel; long?: boolean }) {
  return (
    <Badge tone={RISK_LEVEL_TONES[level]}>
      {formatKeyAsTitle(level)}
      {long && ' risk'}
    </Badge>
  );
}

export function PageHead({
  heading,
  lead,
  actions,
}: {
  heading: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="page-head">
      <div>
        <h1 tabIndex={-1}>{heading}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {actions}
    </header>
  );
}

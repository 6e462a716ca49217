import { percent } from '../design/format.ts';

interface ApyRange {
  readonly mean: number;
  readonly low80: number;
  readonly high80: number;
}

interface RangesProps {
  readonly ranges: readonly (readonly [name: string, expected: ApyRange])[];
  /** The current APY in percent. A mark on every line shows it. */
  readonly now: number;
}

/** Shows the expected APYs and their intervals on one scale, so that users can compare the widths of the intervals. */
export function Ranges({ ranges, now }: RangesProps) {
  const lowest = Math.min(0, now, ...ranges.map(([, { low80 }]) => low80));
  const highest = Math.max(now, ...ranges.map(([, { high80 }]) => high80)) * 1.04;
  const at = (value: number) => `${((value - lowest) / (highest - lowest || 1)) * 100}%`;
  return (
    <ul className="ranges">
      {ranges.map(([name, { mean, low80, high80 }]) => (
        <li key={name}>
          <span className="soft">{name}</span>
          <span className="range" aria-hidden="true">
            <span className="range-span" style={{ left: at(low80), right: `calc(100% - ${at(high80)})` }} />
            <span className="range-mean" style={{ left: at(mean) }} />
            <span className="range-now" style={{ left: at(now) }} />
          </span>
          <span className="number">
            <b>{percent(mean)}</b>{' '}
            <span className="soft small">
              {percent(low80)} to {percent(high80)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

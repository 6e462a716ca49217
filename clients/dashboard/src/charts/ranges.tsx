import { formatAxisPercent, formatPercent } from '../design/format.ts';
import { buildScaleContaining } from './range-scale.ts';

interface ApyRange {
  readonly mean: number;
  readonly low80: number;
  readonly high80: number;
}

interface ApyRangesProps {
  readonly ranges: readonly (readonly [name: string, expected: ApyRange])[];
  /** The current APY in percent. It is marked on the line of each range. */
  readonly currentApy: number;
}

/** Shows the expected APYs and their intervals on one scale, so that users can compare the widths of the intervals. */
export function ApyRanges({ ranges, currentApy }: ApyRangesProps) {
  const { low, high, labels } = buildScaleContaining([
    currentApy,
    ...ranges.flatMap(([, { mean, low80, high80 }]) => [mean, low80, high80]),
  ]);
  const leftPercentOf = (value: number) => `${((value - low) / (high - low)) * 100}%`;
  return (
    <ul className="ranges">
      {ranges.map(([name, { mean, low80, high80 }]) => (
        <li key={name}>
          <span className="soft">{name}</span>
          <span className="range" aria-hidden="true">
            <span className="range-zero" style={{ left: leftPercentOf(0) }} />
            <span
              className="range-span"
              style={{ left: leftPercentOf(low80), right: `calc(100% - ${leftPercentOf(high80)})` }}
            />
            <span className="range-mean" style={{ left: leftPercentOf(mean) }} />
            <span className="range-now" style={{ left: leftPercentOf(currentApy) }} />
          </span>
          <span className="number">
            <b>{formatPercent(mean)}</b>{' '}
            <span className="soft small">
              {formatPercent(low80)} to {formatPercent(high80)}
            </span>
          </span>
        </li>
      ))}
      {/* Screen readers get the figures of each range as text. */}
      <li className="range-axis" aria-hidden="true">
        <span className="soft small">APY</span>
        <span className="range-labels soft small">
          {labels.map((value) => (
            <span
              key={value}
              className={value === high ? 'range-label-high' : ''}
              style={{ left: leftPercentOf(value) }}
            >
              {formatAxisPercent(value)}
            </span>
          ))}
        </span>
      </li>
    </ul>
  );
}

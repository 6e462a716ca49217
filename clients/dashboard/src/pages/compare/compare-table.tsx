import type { ReactNode } from 'react';
import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { Button } from '../../components/controls.tsx';
import { RiskBadge } from '../../components/surfaces.tsx';
import { TableScroll } from '../../components/tables/table-scroll.tsx';
import { Time } from '../../components/time.tsx';
import {
  formatChange,
  formatDays,
  formatDecimal,
  formatKeyAsTitle,
  formatPercent,
  formatShortUsd,
} from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';

type Strategy = StrategiesGetData;

interface ComparedFigure {
  readonly name: string;
  readonly show: (strategy: Strategy) => ReactNode;
  /**
   * Returns the number by which the table finds the best strategy. Undefined for figures that have no best value, such
   * as the chain.
   */
  readonly comparedNumberOf?: (strategy: Strategy) => number | null;
  readonly betterDirection?: 'highest' | 'lowest';
}

const tvlGrowthPercentOf = ({ tvl_growth_30d }: Strategy) =>
  tvl_growth_30d === null ? null : (tvl_growth_30d - 1) * 100;
const formatPercentagePoints = (value: number | null) => (value === null ? '–' : formatDecimal(value, 2));

/**
 * Returns the mean APY of 90 days in percent. Returns null if the strategy has less than 90 days of history, because
 * the API would return the mean of fewer days.
 */
const mean90DayApyOf = ({ history_days, historical_apy }: Strategy) =>
  history_days < 90 ? null : historical_apy['90d'];

const COMPARED_FIGURES: readonly ComparedFigure[] = [
  {
    name: 'Current APY',
    show: (strategy) => formatPercent(strategy.current_apy),
    comparedNumberOf: (strategy) => strategy.current_apy,
    betterDirection: 'highest',
  },
  {
    name: 'Average APY, 30 days',
    show: (strategy) => formatPercent(strategy.historical_apy['30d']),
    comparedNumberOf: (strategy) => strategy.historical_apy['30d'],
    betterDirection: 'highest',
  },
  {
    name: 'Average APY, 90 days',
    show: (strategy) => formatPercent(mean90DayApyOf(strategy)),
    comparedNumberOf: mean90DayApyOf,
    betterDirection: 'highest',
  },
  {
    name: 'Expected APY, 30 days',
    show: (strategy) => formatPercent(strategy.expected_apy['30d'].mean),
    comparedNumberOf: (strategy) => strategy.expected_apy['30d'].mean,
    betterDirection: 'highest',
  },
  {
    name: 'Lower bound of the expected APY, 30 days (the actual APY should be higher in 9 of 10 cases)',
    show: (strategy) => formatPercent(strategy.expected_apy['30d'].low80),
    comparedNumberOf: (strategy) => strategy.expected_apy['30d'].low80,
    betterDirection: 'highest',
  },
  {
    name: 'APY from reward tokens',
    show: (strategy) => formatPercent(strategy.apy_reward),
    comparedNumberOf: (strategy) => strategy.apy_reward,
    betterDirection: 'lowest',
  },
  { name: 'Risk level', show: (strategy) => <RiskBadge level={strategy.risk_level} /> },
  {
    name: 'Risk score',
    show: (strategy) => formatDecimal(strategy.risk.score, 0),
    comparedNumberOf: (strategy) => strategy.risk.score,
    betterDirection: 'lowest',
  },
  {
    name: 'APY volatility over 30 days (percentage points)',
    show: (strategy) => formatPercentagePoints(strategy.apy_volatility_30d),
    comparedNumberOf: (strategy) => strategy.apy_volatility_30d,
    betterDirection: 'lowest',
  },
  {
    name: 'TVL',
    show: (strategy) => formatShortUsd(strategy.tvl),
    comparedNumberOf: (strategy) => strategy.tvl,
    betterDirection: 'highest',
  },
  {
    name: 'TVL change, 30 days',
    show: (strategy) => formatChange(tvlGrowthPercentOf(strategy)),
    comparedNumberOf: tvlGrowthPercentOf,
    betterDirection: 'highest',
  },
  {
    name: 'Length of the history',
    show: (strategy) => formatDays(strategy.history_days),
    comparedNumberOf: (strategy) => strategy.history_days,
    betterDirection: 'highest',
  },
  {
    name: 'Minimum deposit',
    show: (strategy) => formatShortUsd(strategy.min_deposit),
    comparedNumberOf: (strategy) => strategy.min_deposit,
    betterDirection: 'lowest',
  },
  { name: 'Chain', show: (strategy) => formatKeyAsTitle(strategy.chain) },
  { name: 'Protocol', show: (strategy) => strategy.protocol_info.name },
  { name: 'Assets', show: (strategy) => strategy.underlying_assets.join(', ') },
  {
    name: 'Impermanent loss',
    show: (strategy) =>
      strategy.il_risk === null ? 'Unknown' : strategy.il_risk ? 'Exposed' : 'Not exposed',
  },
  { name: 'Updated', show: (strategy) => <Time at={strategy.as_of} /> },
];

/**
 * Returns the best known value: the lowest or the highest, depending on `betterDirection`. Returns undefined if the
 * figure has no numbers, all values are equal, or fewer than two values are known.
 */
function findBestFigure(
  { comparedNumberOf, betterDirection }: ComparedFigure,
  strategies: readonly Strategy[],
): number | undefined {
  if (comparedNumberOf === undefined) return undefined;
  const knownValues = strategies.map(comparedNumberOf).filter((value) => value !== null);
  if (knownValues.length < 2 || knownValues.every((value) => value === knownValues[0])) return undefined;
  return betterDirection === 'lowest' ? Math.min(...knownValues) : Math.max(...knownValues);
}

interface CompareTableProps {
  readonly strategies: readonly Strategy[];
  readonly onRemove: (id: string) => void;
}

function Row({ figure, strategies }: { figure: ComparedFigure; strategies: readonly Strategy[] }) {
  const best = findBestFigure(figure, strategies);
  return (
    <tr>
      <th scope="row">{figure.name}</th>
      {strategies.map((strategy) => {
        const isBestFigure = best !== undefined && figure.comparedNumberOf?.(strategy) === best;
        return (
          <td key={strategy.id} className="number">
            {isBestFigure ? (
              <b className="good">
                {figure.show(strategy)}
                <span className="hidden-visually"> (best)</span>
              </b>
            ) : (
              figure.show(strategy)
            )}
          </td>
        );
      })}
    </tr>
  );
}

export function CompareTable({ strategies, onRemove }: CompareTableProps) {
  return (
    <div className="card card-flush">
      <TableScroll label="Comparison">
        <table className="table comparison">
          <thead>
            <tr>
              <td />
              {strategies.map(({ id, name }, index) => (
                <th scope="col" key={id}>
                  <Link className="name" to={`/strategies/${id}`}>
                    <i className={`swatch swatch-${index + 1}`} />
                    {name}
                  </Link>
                  <Button look="quiet" small onClick={() => onRemove(id)}>
                    Remove<span className="hidden-visually"> {name}</span>
                  </Button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {COMPARED_FIGURES.map((figure) => (
              <Row key={figure.name} figure={figure} strategies={strategies} />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </div>
  );
}

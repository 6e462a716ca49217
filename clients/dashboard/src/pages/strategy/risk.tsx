import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { Card, RiskBadge } from '../../components/surfaces.tsx';
import { formatDecimal, formatKeyAsTitle, formatShare } from '../../design/format.ts';
import { isExitRiskRaised } from './exit-risk.ts';

type Risk = StrategiesGetData['risk'];
type RiskFactor = Risk['factors'][number];

/** Returns the severity of a risk value from 0 (lowest risk) to 1. */
const severityClassOf = (value: number) => (value < 1 / 3 ? 'low' : value < 2 / 3 ? 'medium' : 'high');
const formatScorePoints = (value: number) => formatDecimal(value, 1);

function FactorRow({ name, value, weight, points: added }: RiskFactor) {
  return (
    <li>
      <span>{FACTOR_TEXTS[name] ?? formatKeyAsTitle(name)}</span>
      <span className="meter" aria-hidden="true">
        <span
          className={`meter-${severityClassOf(value)}`}
          style={{ width: `${Math.max(value * 100, 1)}%` }}
        />
      </span>
      <span className="number">
        {formatScorePoints(added)} <span className="soft small">of {formatScorePoints(weight)}</span>
      </span>
    </li>
  );
}

const FACTOR_TEXTS: Readonly<Record<string, string>> = {
  apy_volatility: 'The APY changes often',
  reward_share: 'Part of the APY is from rewards',
  outlier: 'The APY is unusual',
  tvl_volatility: 'The TVL changes often',
  tvl: 'The TVL is small',
  tvl_growth: 'The TVL grows fast',
  history: 'The strategy has a short history',
  stablecoin: 'The price of the asset can change',
  exposure: 'Impermanent loss',
};

const RISK_PART_TEXTS = {
  rate: 'Rate: how much the APY changes',
  exit: 'Exit: whether you can withdraw your money',
  loss: 'Loss: how you could lose money',
} as const;

interface RiskCardProps {
  readonly risk: Risk;
  readonly level: StrategiesGetData['risk_level'];
  readonly utilisation: StrategiesGetData['utilisation'];
}

export function RiskCard({ risk, level, utilisation }: RiskCardProps) {
  return (
    <Card
      heading="Risk breakdown"
      actions={
        <span className="row">
          <b>{formatDecimal(risk.score, 0)}</b> <span className="soft">of 100</span>{' '}
          <RiskBadge level={level} long />
        </span>
      }
    >
      <div className="stack">
        <p>{risk.decided_by.reason}</p>
        {(['rate', 'exit', 'loss'] as const).map((part) => (
          <div key={part} className="stack stack-tight">
            <p>
              <b>{RISK_PART_TEXTS[part]}</b>{' '}
              <span className="soft number">{risk.parts[part].toFixed(0)} of 100</span>
            </p>
            <ul className="factors">
              {risk.factors
                .filter((factor) => factor.part === part)
                .map((factor) => (
                  <FactorRow key={factor.name} {...factor} />
                ))}
            </ul>
            {part === 'exit' && utilisation !== null && isExitRiskRaised(risk) && (
              <p className="soft small">
                {formatShare(utilisation)} of the deposits is lent out. This raises the exit risk to{' '}
                {risk.parts.exit.toFixed(0)}.
              </p>
            )}
          </div>
        ))}
        <p className="soft small">
          Audits, hacks and the age of the protocol do not change the score. The score is the same if this
          information is missing.
        </p>
        {risk.floors.map(({ name, level: floor, reason }) => (
          <div key={name} className="notice notice-warn">
            <p>
              <b>The risk level is at least {floor}.</b> {reason}
            </p>
          </div>
        ))}
      </div>
    </Card>
  );
}

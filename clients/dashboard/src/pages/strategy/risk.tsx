import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { Card, RiskBadge } from '../../components/surfaces.tsx';
import { title } from '../../design/format.ts';

type Risk = StrategiesGetData['risk'];
type Factor = Risk['factors'][number];

/** The colour of a factor by how near to its worst it is. */
const severity = (value: number) => (value < 1 / 3 ? 'low' : value < 2 / 3 ? 'medium' : 'high');
const points = (value: number) => value.toFixed(1);

function FactorRow({ name, value, weight, points: added }: Factor) {
  return (
    <li>
      <span>{title(name)}</span>
      <span className="meter" aria-hidden="true">
        <span className={`meter-${severity(value)}`} style={{ width: `${Math.max(value * 100, 1)}%` }} />
      </span>
      <span className="number">
        {points(added)} <span className="soft small">of {points(weight)}</span>
      </span>
    </li>
  );
}

/** What the risk score is made of, the heaviest first, and what keeps its level up whatever the score. */
export function RiskCard({ risk, level }: { risk: Risk; level: StrategiesGetData['risk_level'] }) {
  const factors = risk.factors.toSorted((a, b) => b.points - a.points);
  return (
    <Card
      heading="Risk, taken apart"
      actions={
        <span className="row">
          <b>{risk.score.toFixed(0)}</b> <span className="soft">of 100</span> <RiskBadge level={level} long />
        </span>
      }
    >
      <div className="stack">
        <ul className="factors">
          {factors.map((factor) => (
            <FactorRow key={factor.name} {...factor} />
          ))}
        </ul>
        {risk.floors.map(({ name, level: floor, reason }) => (
          <div key={name} className="notice notice-warn">
            <p>
              <b>At least {floor}:</b> {reason}
            </p>
          </div>
        ))}
      </div>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { aboutQuery } from '../api/queries.ts';

type Text = readonly [short: string, more: string];

const NOTICE_BY_ENVIRONMENT_KIND: Readonly<Record<string, Text>> = {
  local: ['Local server', 'The chains of this server have no real money.'],
  test: ['Test environment', 'The sandbox has no real money.'],
};
const SAMPLE_DATA_NOTICE: Text = ['Sample data', 'These strategies, APYs and prices are not real.'];

/** A notice on every page that says which data are not real. */
export function EnvironmentNotice() {
  const { data } = useQuery(aboutQuery);
  if (data === undefined) return null;
  const { kind, market } = data.data.environment;
  const noticeTexts = [
    market === 'sample' ? SAMPLE_DATA_NOTICE : undefined,
    NOTICE_BY_ENVIRONMENT_KIND[kind],
  ].filter((text) => text !== undefined);
  return noticeTexts.length === 0 ? null : (
    <aside className="environment" aria-label="Environment">
      {noticeTexts.map(([shortText, detailText]) => (
        <span key={shortText}>
          {shortText}
          <span className="wide-only">: {detailText}</span>
        </span>
      ))}
    </aside>
  );
}

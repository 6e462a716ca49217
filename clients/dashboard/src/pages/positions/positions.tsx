import { type Section, Sections } from '../../components/sections.tsx';
import { History } from './history.tsx';
import { Overview } from './overview.tsx';
import { Statement } from './statement.tsx';
import { Wallets } from './wallets.tsx';

const SECTIONS: readonly Section[] = [
  ['overview', 'Overview', <Overview key="overview" />],
  ['history', 'History', <History key="history" />],
  ['statement', 'Statement', <Statement key="statement" />],
  ['wallets', 'Wallets', <Wallets key="wallets" />],
];

/** The account's investments. */
export default function Positions({ section }: { section: string }) {
  return (
    <Sections
      name="Positions"
      lead="Your investments by strategy, with their value and earnings."
      base="/positions"
      sections={SECTIONS}
      section={section}
    />
  );
}

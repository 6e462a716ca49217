import type { ReactNode } from 'react';
import { PageHead } from '../../components/surfaces.tsx';
import { Link } from '../../routing/link.tsx';
import { Activity } from './activity.tsx';
import { Alerts } from './alerts/alerts.tsx';
import { Examples } from './examples.tsx';
import { Keys } from './keys/keys.tsx';
import { Sessions } from './sessions.tsx';
import { Usage } from './usage.tsx';
import { Versions } from './versions.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

/** The parts of the section, by the last segment of their address. */
const SECTIONS: readonly (readonly [path: string, text: string, element: ReactNode])[] = [
  ['keys', 'Keys', <Keys key="keys" />],
  ['usage', 'Usage', <Usage key="usage" />],
  ['alerts', 'Alerts', <Alerts key="alerts" />],
  ['webhooks', 'Webhooks', <Webhooks key="webhooks" />],
  ['sessions', 'Sessions', <Sessions key="sessions" />],
  ['activity', 'Activity', <Activity key="activity" />],
  ['examples', 'Examples', <Examples key="examples" />],
  ['versions', 'Versions', <Versions key="versions" />],
];

export default function Developer({ section }: { section: string }) {
  const [current, heading, element] = SECTIONS.find(([path]) => path === section) ?? SECTIONS[0] ?? [];
  return (
    <>
      <PageHead
        heading={
          <>
            Developer <span className="hidden-visually">{heading}</span>
          </>
        }
        lead="Keys, limits and everything else for those who call the API."
      />
      <nav className="subnav" aria-label="Developer">
        {SECTIONS.map(([path, text]) => (
          <Link key={path} to={`/developer/${path}`} aria-current={path === current ? 'page' : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      {element}
    </>
  );
}

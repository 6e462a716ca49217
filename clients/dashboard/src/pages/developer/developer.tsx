import { type Section, Sections } from '../../components/sections.tsx';
import { Activity } from './activity.tsx';
import { Alerts } from './alerts/alerts.tsx';
import { Events } from './events.tsx';
import { Examples } from './examples.tsx';
import { Keys } from './keys/keys.tsx';
import { Sessions } from './sessions.tsx';
import { UsagePage } from './usage.tsx';
import { VersionsPage } from './versions.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

const SECTIONS: readonly Section[] = [
  ['keys', 'Keys', <Keys key="keys" />],
  ['usage', 'Usage', <UsagePage key="usage" />],
  ['alerts', 'Alerts', <Alerts key="alerts" />],
  ['webhooks', 'Webhooks', <Webhooks key="webhooks" />],
  ['events', 'Events', <Events key="events" />],
  ['sessions', 'Sessions', <Sessions key="sessions" />],
  ['activity', 'Activity', <Activity key="activity" />],
  ['examples', 'Examples', <Examples key="examples" />],
  ['versions', 'Versions', <VersionsPage key="versions" />],
];

export default function Developer({ section }: { section: string }) {
  return (
    <Sections
      name="Developer"
      lead="API keys, limits, usage, alerts and webhooks."
      base="/developer"
      sections={SECTIONS}
      section={section}
    />
  );
}

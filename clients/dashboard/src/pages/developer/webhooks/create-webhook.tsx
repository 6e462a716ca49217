import { useState } from 'react';
import { Code } from '../../../components/code.tsx';
import { Checkbox, TextField } from '../../../components/controls.tsx';
import { FormDialog } from '../../../components/dialogs/dialog.tsx';
import { useIsLocalDeployment } from '../../../demo/demo.ts';
import { EVENT_GROUPS, type EventGroup, eventTypesOfGroups } from '../event-groups.ts';
import { issueText } from '../issues.ts';
import { NewSecretDialog } from '../secret.tsx';
import { ChallengeHint } from './challenge-hint.tsx';
import { useCreateWebhook } from './webhooks-api.ts';

/** The default URL of the local webhook receiver (`npm run webhooks:listen`). */
const LOCAL_RECEIVER_URL = 'http://127.0.0.1:9000/';

const isOnThisMachine = (url: string) => ['127.0.0.1', 'localhost'].includes(new URL(url).hostname);

/** Returns the commands that start a receiver for the endpoint's events on the user's machine. */
function receiverCommandsFor({ url, secret }: { url: string; secret: string }): string {
  const { port } = new URL(url);
  return `export SECRET='${secret}'\nnpm run webhooks:listen -- --secret "$SECRET" --port ${port || '80'}`;
}

const ALL = EVENT_GROUPS.map(([group]) => group);

interface EventGroupsProps {
  readonly chosen: readonly EventGroup[];
  readonly onChange: (groups: readonly EventGroup[]) => void;
}

function EventGroupsField({ chosen, onChange }: EventGroupsProps) {
  const toggle = (group: EventGroup) =>
    onChange(ALL.filter((each) => (each === group ? !chosen.includes(each) : chosen.includes(each))));
  return (
    <fieldset className="stack stack-tight">
      <legend className="label legend-row">Event types</legend>
      <div>
        {EVENT_GROUPS.map(([group, text]) => (
          <Checkbox
            key={group}
            label={text}
            checked={chosen.includes(group)}
            onChange={() => toggle(group)}
          />
        ))}
      </div>
    </fieldset>
  );
}

export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [groups, setGroups] = useState<readonly EventGroup[]>(ALL);
  const isLocalDeployment = useIsLocalDeployment();
  const webhookCreationMutation = useCreateWebhook();
  if (webhookCreationMutation.data !== undefined) {
    return (
      <NewSecretDialog
        heading="The secret of your endpoint"
        what="secret"
        secret={webhookCreationMutation.data.data.secret}
        onClose={onClose}
      >
        {isLocalDeployment && isOnThisMachine(webhookCreationMutation.data.data.url) && (
          <Code
            label="To receive events on this machine, run these commands in the folder of this project"
            text={receiverCommandsFor(webhookCreationMutation.data.data)}
            copyLabel="Copy the commands"
          />
        )}
      </NewSecretDialog>
    );
  }
  const submit = () => {
    const text = description.trim();
    webhookCreationMutation.mutate({
      url: url.trim(),
      types: eventTypesOfGroups(groups),
      description: text === '' ? null : text,
    });
  };
  return (
    <FormDialog
      heading="Create an endpoint"
      action="Create endpoint"
      change={webhookCreationMutation}
      incomplete={groups.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Address"
        hint={
          isLocalDeployment
            ? `The address of your server, which receives POST requests. To try it on this machine, enter ${LOCAL_RECEIVER_URL}.`
            : 'The https:// address of your server, which receives POST requests.'
        }
        value={url}
        maxLength={2_048}
        required
        error={issueText(webhookCreationMutation.error, 'url')}
        onChange={(event) => setUrl(event.target.value)}
      />
      <TextField
        label="Description"
        hint="Optional. Your own words for this endpoint."
        value={description}
        maxLength={200}
        error={issueText(webhookCreationMutation.error, 'description')}
        onChange={(event) => setDescription(event.target.value)}
      />
      <EventGroupsField chosen={groups} onChange={setGroups} />
      <ChallengeHint />
    </FormDialog>
  );
}

import type { AccountsUpdateApiKeyInput } from '../../../../../sdk/src/index.ts';
import { TextArea, TextField } from '../../../components/controls.tsx';
import { issueOf } from '../issues.ts';
import type { ApiKey } from './keys-api.ts';

/** What a key is held to beyond its permissions, as the fields hold it. */
export interface Restrictions {
  /** One address or range in each line; none for everywhere. */
  readonly addresses: string;
  /** Figures; none for no limit of its own. */
  readonly perMinute: string;
  readonly atOnce: string;
}

export const NO_RESTRICTIONS: Restrictions = { addresses: '', perMinute: '', atOnce: '' };

export function restrictionsOf({ allowed_ips, limits }: ApiKey): Restrictions {
  return {
    addresses: (allowed_ips ?? []).join('\n'),
    perMinute: limits === null ? '' : String(limits.requests_per_minute),
    atOnce: limits === null ? '' : String(limits.burst),
  };
}

/** The restrictions as the API takes them; who names one figure of a limit alone means it for both. */
export function asInput({
  addresses,
  perMinute,
  atOnce,
}: Restrictions): Pick<AccountsUpdateApiKeyInput, 'allowed_ips' | 'limits'> {
  const list = addresses.split(/[\s,]+/).filter(Boolean);
  const one = perMinute.trim() || atOnce.trim();
  const limits =
    one === ''
      ? null
      : { requests_per_minute: Number(perMinute.trim() || one), burst: Number(atOnce.trim() || one) };
  return { allowed_ips: list.length === 0 ? null : list, limits };
}

export interface RestrictionFieldsProps {
  readonly value: Restrictions;
  readonly error: unknown;
  readonly onChange: (value: Restrictions) => void;
}

export function RestrictionFields({ value, error, onChange }: RestrictionFieldsProps) {
  const limits = issueOf(error, 'limits');
  return (
    <>
      <TextArea
        label="Addresses that may use it"
        hint="IPv4 or IPv6, single or ranges such as 203.0.113.0/24, one in each line. None: it works from everywhere."
        rows={2}
        value={value.addresses}
        error={issueOf(error, 'allowed_ips')}
        onChange={(event) => onChange({ ...value, addresses: event.target.value })}
      />
      <div className="pair">
        <TextField
          label="Requests per minute"
          hint="Below the account's; none for no limit of its own."
          inputMode="numeric"
          value={value.perMinute}
          error={limits}
          onChange={(event) => onChange({ ...value, perMinute: event.target.value })}
        />
        <TextField
          label="At once"
          hint="Requests that may arrive together."
          inputMode="numeric"
          value={value.atOnce}
          onChange={(event) => onChange({ ...value, atOnce: event.target.value })}
        />
      </div>
    </>
  );
}

import type { AccountsUpdateApiKeyInput } from '../../../../../sdk/src/index.ts';
import { TextArea } from '../../../components/controls.tsx';
import { issueText } from '../issues.ts';

/** One address or range per line. Empty text means no restriction. */
export const formatAllowlist = (allowedIps: readonly string[] | null) => (allowedIps ?? []).join('\n');

export function parseAllowlist(addressesText: string): Pick<AccountsUpdateApiKeyInput, 'allowed_ips'> {
  const list = addressesText.split(/[\s,]+/).filter(Boolean);
  return { allowed_ips: list.length === 0 ? null : list };
}

export interface AddressesProps {
  readonly value: string;
  readonly error: unknown;
  readonly onChange: (addressesText: string) => void;
}

export function AllowedAddressesField({ value, error, onChange }: AddressesProps) {
  return (
    <TextArea
      label="Allowed IP addresses"
      hint="Enter one IPv4 or IPv6 address or range per line, such as 203.0.113.0/24. Leave the field empty to allow all addresses."
      rows={2}
      value={value}
      error={issueText(error, 'allowed_ips')}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

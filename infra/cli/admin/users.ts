import { type Accounts, limitsOf } from '../../../shared/accounts/credentials.ts';
import { findUserByWallet, getUser, type UserItem } from '../../../shared/accounts/store/users.ts';
import { toChecksummedIfValid } from '../../../shared/platform/domain/ethereum.ts';
import { UsageError } from '../usage-error.ts';
import { CommandError } from './command.ts';

/**
 * Returns a wallet address in EIP-55 form.
 *
 * @throws UsageError for an invalid address
 */
export function parseWalletAddress(text: string): string {
  const address = toChecksummedIfValid(text);
  if (address !== undefined) return address;
  throw new UsageError(
    `${text} is not a wallet address. Give 0x and 40 hex digits, in lower case or with the EIP-55 checksum`,
  );
}

/**
 * Returns the user with this id or wallet address.
 *
 * @throws CommandError when no such user exists
 */
export async function requireUser({ table }: Accounts, idOrWalletAddress: string): Promise<UserItem> {
  const user = idOrWalletAddress.startsWith('0x')
    ? await findUserByWallet(table, { address: parseWalletAddress(idOrWalletAddress) })
    : await getUser(table, idOrWalletAddress);
  if (user === undefined)
    throw new CommandError(
      `No user has the id or wallet ${idOrWalletAddress}. Find the id with \`user list\``,
    );
  return user;
}

export function formatUser(user: UserItem) {
  const { requestsPerMinute, burst } = limitsOf(user);
  return {
    id: user.id,
    name: user.name ?? '',
    wallet_address: user.wallet_address ?? '',
    role: user.role,
    plan: user.plan,
    requests_per_minute: requestsPerMinute,
    burst,
    api_keys: user.api_key_count,
    suspended_at: user.suspended_at ?? '',
    created_at: user.created_at,
  };
}

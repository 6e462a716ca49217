import { type ChainSettings, readChains } from '../../chain/networks.ts';
import { type Config, config, LOCAL_SIGN_IN } from '../../platform/config.ts';
import type { NewAccountLimits } from '../../platform/contract/plans.ts';
import { checksummedAddress } from '../../platform/domain/ethereum.ts';

export interface SignInSettings {
  /** URL of the sign-in page (`https://app.example.com/login`): the message's URI, and its host the message's domain. */
  readonly uri: string;
  /** EIP-155 ids of the chains that a challenge may name. */
  readonly chainIds: readonly number[];
  readonly sessionSeconds: number;
  readonly newAccounts: NewAccountLimits;
  /** EIP-55 address of the wallet whose user becomes an administrator at login. */
  readonly adminWallet?: string | undefined;
  /** Chains on which signatures of contract wallets can be verified. Absent means none. */
  readonly chains?: () => readonly ChainSettings[];
}

/**
 * Returns the sign-in settings of this deployment.
 * @throws Error when a deployed stage has no sign-in page
 */
export function defaultSignIn(settings: Config = config): SignInSettings {
  const isLocal = settings.DEPLOYMENT === 'local';
  const uri = settings.SIGN_IN_URI ?? (isLocal ? LOCAL_SIGN_IN.uri : undefined);
  if (uri === undefined) throw new Error('SIGN_IN_URI is not set, so nobody can sign in with a wallet');
  const { SIGN_IN_CHAIN_IDS: chainIds, ADMIN_WALLET: adminWallet } = settings;
  return {
    uri,
    chainIds: isLocal ? [...chainIds, LOCAL_SIGN_IN.chainId] : chainIds,
    newAccounts: {
      ipv4Network: settings.NEW_ACCOUNTS_PER_IPV4_NETWORK,
      ipv6Network: settings.NEW_ACCOUNTS_PER_IPV6_NETWORK,
      ipv6Site: settings.NEW_ACCOUNTS_PER_IPV6_SITE,
      total: settings.NEW_ACCOUNTS_PER_DAY,
    },
    sessionSeconds: settings.SESSION_HOURS * 3_600,
    adminWallet: adminWallet === undefined ? undefined : checksummedAddress(adminWallet.toLowerCase()),
    chains: () => readChains(settings.CHAIN_SETTINGS),
  };
}

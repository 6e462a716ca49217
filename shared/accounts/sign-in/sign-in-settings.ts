import { type ChainSettings, readChains } from '../../chain/networks.ts';
import { type Config, config, LOCAL_SIGN_IN } from '../../platform/config.ts';
import type { NewAccountLimits } from '../../platform/contract/plans.ts';
import { checksummedAddress } from '../../platform/domain/ethereum.ts';

export interface SignInSettings {
  /**
   * URL of the sign-in page, such as `https://app.example.com/login`. The message's URI is this URL. The
   * message's domain is its host.
   */
  readonly uri: string;
  /** EIP-155 ids of the chains that a caller may use in a challenge request. */
  readonly chainIds: readonly number[];
  readonly sessionSeconds: number;
  readonly newAccounts: NewAccountLimits;
  /** EIP-55 address of a wallet. Its user becomes an administrator at login. */
  readonly adminWallet?: string | undefined;
  /**
   * Returns the chains on which signatures of contract wallets can be verified. Absent means that there are
   * none.
   */
  readonly chains?: () => readonly ChainSettings[];
}

/**
 * Returns the sign-in settings of this deployment.
 * @throws Error if a deployed stage has no sign-in page
 */
export function defaultSignIn(settings: Config = config): SignInSettings {
  const isLocalDeployment = settings.DEPLOYMENT === 'local';
  const uri = settings.SIGN_IN_URI ?? (isLocalDeployment ? LOCAL_SIGN_IN.uri : undefined);
  if (uri === undefined) throw new Error('SIGN_IN_URI is not set, so nobody can sign in with a wallet');
  const { SIGN_IN_CHAIN_IDS: chainIds, ADMIN_WALLET: adminWallet } = settings;
  return {
    uri,
    chainIds: isLocalDeployment ? [...chainIds, LOCAL_SIGN_IN.chainId] : chainIds,
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

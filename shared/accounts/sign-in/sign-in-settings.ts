import { type ChainSettings, readChains } from '../../chain/networks.ts';
import { type Config, config, LOCAL_SIGN_IN } from '../../platform/config.ts';
import type { NewAccountLimits } from '../../platform/contract/plans.ts';
import { toChecksummedIfValid } from '../../platform/domain/ethereum.ts';

export interface SignInSettings {
  /**
   * URL of the sign-in page, such as `https://app.example.com/login`. It is the message's URI, and its host is
   * the message's domain.
   */
  readonly uri: string;
  /** EIP-155 ids of the chains that a caller may use in a challenge request. */
  readonly chainIds: readonly number[];
  readonly sessionSeconds: number;
  readonly newAccounts: NewAccountLimits;
  /** EIP-55 address of a wallet. Its user becomes an administrator at login. */
  readonly adminWallet?: string | undefined;
  /** Returns the chains on which signatures of contract wallets can be verified. Absent means none. */
  readonly chains?: () => readonly ChainSettings[];
}

const isLocalDeployment = (settings: Config) => settings.DEPLOYMENT === 'local';

function requireSignInUri(settings: Config): string {
  const uri = settings.SIGN_IN_URI ?? (isLocalDeployment(settings) ? LOCAL_SIGN_IN.uri : undefined);
  if (uri === undefined) throw new Error('SIGN_IN_URI is not set, so nobody can sign in with a wallet');
  return uri;
}

export type ChallengeSettings = Pick<SignInSettings, 'uri' | 'chainIds'>;

/** @throws Error if a deployed stage has no sign-in page */
export function readChallengeSettings(settings: Config = config): ChallengeSettings {
  const chainIds = settings.SIGN_IN_CHAIN_IDS;
  return {
    uri: requireSignInUri(settings),
    chainIds: isLocalDeployment(settings) ? [...chainIds, LOCAL_SIGN_IN.chainId] : chainIds,
  };
}

export type WalletProofSettings = Pick<SignInSettings, 'uri' | 'chains'>;

/** @throws Error if a deployed stage has no sign-in page */
export function readWalletProofSettings(settings: Config = config): WalletProofSettings {
  return { uri: requireSignInUri(settings), chains: () => readChains(settings.CHAIN_SETTINGS) };
}

/** @throws Error if a deployed stage has no sign-in page */
export function readSignInSettings(settings: Config = config): SignInSettings {
  const { ADMIN_WALLET: adminWallet } = settings;
  return {
    ...readChallengeSettings(settings),
    ...readWalletProofSettings(settings),
    newAccounts: {
      ipv4Network: settings.NEW_ACCOUNTS_PER_IPV4_NETWORK,
      ipv6Network: settings.NEW_ACCOUNTS_PER_IPV6_NETWORK,
      ipv6Site: settings.NEW_ACCOUNTS_PER_IPV6_SITE,
      total: settings.NEW_ACCOUNTS_PER_DAY,
    },
    sessionSeconds: settings.SESSION_HOURS * 3_600,
    adminWallet: adminWallet === undefined ? undefined : toChecksummedIfValid(adminWallet.toLowerCase()),
  };
}

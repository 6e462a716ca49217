import { proveWalletRoute } from '../../../shared/accounts/contract/sign-in/prove-wallet.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { proveConnectedWallet } from '../../../shared/accounts/sign-in/prove-connection.ts';
import { readWalletProofSettings } from '../../../shared/accounts/sign-in/sign-in-settings.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(proveWalletRoute, async ({ params, body }, context) => ({
  data: await proveConnectedWallet(
    defaultAccountsContext(context),
    readWalletProofSettings(),
    params.id,
    body,
    context,
  ),
}));

import { loginRoute } from '../../../shared/accounts/contract/sign-in/login.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { login } from '../../../shared/accounts/sign-in/sign-in.ts';
import { readSignInSettings } from '../../../shared/accounts/sign-in/sign-in-settings.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(loginRoute, async ({ body }, context) => ({
  data: await login(defaultAccountsContext(context), readSignInSettings(), body, context.now, {
    sourceIp: context.sourceIp,
    userAgent: context.userAgent,
    walletApp: body.wallet_app,
  }),
}));

import { challengeRoute } from '../../../shared/accounts/contract/sign-in/challenge.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { issueChallenge } from '../../../shared/accounts/sign-in/sign-in.ts';
import { readChallengeSettings } from '../../../shared/accounts/sign-in/sign-in-settings.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(challengeRoute, async ({ body }, context) => ({
  data: await issueChallenge(defaultAccountsContext(context), readChallengeSettings(), body, context.now),
}));

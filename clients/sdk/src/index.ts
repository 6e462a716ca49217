export { ConnectionError, type ErrorDetails, YieldApiError } from './errors.ts';
export { createClient } from './generated/client.ts';
export type * from './generated/types.ts';
export type { Collection, Operation } from './operation.ts';
export type { Answer, ClientOptions, Credential, Limits, RequestOptions } from './options.ts';
export { type MessageSigner, signerOf, signIn, type WalletProvider } from './sign-in.ts';
export {
  carryOut,
  complete,
  type Outcome,
  type StepSender,
  sendSteps,
  stepSenderOf,
  type WaitOptions,
} from './steps.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookTestEvent,
  WebhookVerificationError,
} from './webhooks.ts';

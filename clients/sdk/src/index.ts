export { ConnectionError, type ErrorDetails, UnexpectedAnswerError, YieldApiError } from './errors.ts';
export { createClient } from './generated/client.ts';
export type * from './generated/types.ts';
export type { Collection, Operation } from './operation.ts';
export type {
  Answer,
  Attempt,
  AttemptOutcome,
  ClientOptions,
  Credential,
  Limits,
  RequestOptions,
} from './options.ts';
export {
  type MessageSigner,
  proveWallet,
  signerOf,
  signIn,
  signOut,
  type WalletProvider,
} from './sign-in.ts';
export {
  carryOut,
  complete,
  isOnChain,
  type StepSender,
  sendSteps,
  stepSenderOf,
  type WaitOptions,
} from './steps.ts';
export {
  type PinnedContracts,
  StepMismatchError,
  type StepsRequest,
  verifyCalls,
  verifySteps,
} from './verify-steps.ts';
export {
  type SignedWebhook,
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookTestEvent,
  WebhookVerificationError,
} from './webhooks.ts';

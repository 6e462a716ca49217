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
  RawRequest,
  RequestOptions,
} from './options.ts';
export {
  createSigner,
  type MessageSigner,
  proveWallet,
  signIn,
  signOut,
  type WalletProvider,
} from './sign-in.ts';
export {
  completeTransaction,
  createStepSender,
  isOnChain,
  type ListedChainTransaction,
  type SendOptions,
  type StepSender,
  sendSteps,
  sendStepsAndWait,
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

import { YieldApiError } from '../../../sdk/src/index.ts';
import { createStore } from './store.ts';

/** A change that waits until the user has signed in again. */
interface ChangeWaitingForSignIn {
  readonly proceed: () => void;
  readonly cancel: () => void;
}

/** The sign-in dialog is open while this value is defined. */
export const pendingChangeStore = createStore<ChangeWaitingForSignIn | undefined>(undefined);

const isRecentSignInError = (error: unknown): error is YieldApiError =>
  error instanceof YieldApiError && error.code === 'recent_sign_in_required';

/** Resolves to whether the user has signed in again. */
function askForSignIn(): Promise<boolean> {
  return new Promise((resolve) => {
    const createDialogCloser = (isSignedIn: boolean) => () => {
      pendingChangeStore.set(undefined);
      resolve(isSignedIn);
    };
    pendingChangeStore.set({ proceed: createDialogCloser(true), cancel: createDialogCloser(false) });
  });
}

/**
 * Makes a change. If the API requires a recent sign-in, asks the user to sign in again and repeats the change once.
 *
 * @throws the API's own error if the user does not sign in again
 */
export async function withRecentSignIn<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isRecentSignInError(error) || !(await askForSignIn())) throw error;
    return change();
  }
}

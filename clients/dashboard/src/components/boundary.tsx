import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './states.tsx';

interface State {
  readonly error: unknown;
}

/**
 * Catches an error that one page throws, for example because its script could not be loaded. The other pages then still
 * work.
 */
export class Boundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <div className="stack">
        <h1 tabIndex={-1}>This page could not be shown</h1>
        <ErrorNotice error={this.state.error} onRetry={() => location.reload()} />
      </div>
    );
  }
}

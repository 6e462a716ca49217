import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './states.tsx';

interface ErrorBoundaryState {
  readonly error: unknown;
}

/**
 * Catches an error that one page throws, for example because its script could not be loaded. The other pages then still
 * work.
 */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
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

import { DatabaseEngineError } from '../../emulator/dynamodb/engine.ts';
import { SynthesisError } from '../../emulator/template/synthesize.ts';
import { UsageError } from '../usage-error.ts';

/** Classes of errors whose message is written for the operator. */
const OPERATOR_ERROR_CLASSES = [UsageError, DatabaseEngineError, SynthesisError];

function describeSystemError(error: Error, code: unknown): string | undefined {
  const port = 'port' in error ? String(error.port) : 'of the server';
  const path = 'path' in error ? String(error.path) : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Choose another with --port.`;
    case 'EACCES':
    case 'EPERM':
      return `Permission denied: ${path ?? `port ${port}`}.`;
    case 'ECONNREFUSED':
      return `Nothing responds at ${'address' in error ? String(error.address) : 'the address'}:${port}.`;
    default:
      return path === undefined ? undefined : `${path} cannot be used: ${error.message.split(',')[0]}.`;
  }
}

/** Returns one line for a known error, and the whole error otherwise. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (OPERATOR_ERROR_CLASSES.some((ErrorClass) => error instanceof ErrorClass)) return error.message;
  if (error.name === 'SourceError') return `The market data cannot be read: ${error.message}`;
  if (error.message.startsWith('Invalid environment:')) return error.message;
  const systemErrorText = describeSystemError(error, 'code' in error ? error.code : undefined);
  return systemErrorText ?? error.stack ?? error.message;
}

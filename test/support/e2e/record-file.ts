import { expect } from 'vitest';
import { recordFile } from './answers.ts';

recordFile(expect.getState().testPath ?? '');

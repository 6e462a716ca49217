import { endpoint } from '../../shared/http/endpoint.ts';
import { marketCalibration as answer } from '../../shared/market/calibration.ts';
import { marketCalibration } from '../../shared/market/contract/calibration.ts';

export const handler = endpoint(marketCalibration.calibration, (_, context) => answer(context));

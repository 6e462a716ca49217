import { endpoint } from '../../shared/http/endpoint.ts';
import { readMarketCalibration } from '../../shared/market/calibration.ts';
import { calibrationRoute } from '../../shared/market/contract/calibration.ts';

export const handler = endpoint(calibrationRoute, (_, context) => readMarketCalibration(context));

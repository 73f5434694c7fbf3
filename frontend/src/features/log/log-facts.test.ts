import { type TFunction } from 'i18next';
import { failureFacts, priceFacts } from './log-facts';

/** Every text is its own name. */
const t = ((key: string) => key) as unknown as TFunction;

describe('what a row tells', () => {
  const failed = {
    error_type: 'upstream_error',
    error_code: 'invalid_api_key',
    status_code: 401,
    request_path: '/v1/x',
  };

  it('of a failed call is no price', () => {
    expect(priceFacts(failed, t)).toEqual([]);
    expect(failureFacts(failed, t).map(({ value }) => value)).toEqual([
      'upstream_error',
      'invalid_api_key',
      '401',
      '/v1/x',
    ]);
  });

  it('of a charged call is its price and no error', () => {
    const charged = { model_ratio: 0.625, completion_ratio: 8, group_ratio: 1 };
    expect(priceFacts(charged, t)).toHaveLength(3);
    expect(failureFacts(charged, t)).toEqual([]);
  });
});

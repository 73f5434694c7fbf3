import { isAppError } from '@kernel';
import { readCustomId } from './custom-id';

const UUID = '7c1e0d4a-1b2c-4d3e-8f90-aabbccddeeff';

function codeFor(customId: string): string {
  try {
    readCustomId(customId);
    return 'none';
  } catch (error) {
    return isAppError(error) ? error.code : 'unexpected';
  }
}

describe('the id of a button', () => {
  it.each([
    [`MJ::JOB::upsample::3::${UUID}`, 'UPSCALE', 3],
    [`MJ::JOB::upsample_v5_2x::1::${UUID}::SOLO`, 'UPSCALE', 1],
    [`MJ::JOB::upsample_v6r1_2x_creative::1::${UUID}::SOLO`, 'UPSCALE', 1],
    [`MJ::JOB::variation::4::${UUID}`, 'VARIATION', 4],
    [`MJ::JOB::high_variation::1::${UUID}::SOLO`, 'HIGH_VARIATION', 1],
    [`MJ::JOB::low_variation::1::${UUID}::SOLO`, 'LOW_VARIATION', 1],
    [`MJ::JOB::reroll::0::${UUID}::SOLO`, 'REROLL', 1],
    [`MJ::JOB::pan_left::1::${UUID}::SOLO`, 'PAN', 1],
    [`MJ::Outpaint::50::1::${UUID}::SOLO`, 'ZOOM', 1],
    [`MJ::Outpaint::100::1::${UUID}::SOLO`, 'ZOOM', 1],
    [`MJ::CustomZoom::${UUID}`, 'CUSTOM_ZOOM', 1],
    [`MJ::Inpaint::1::${UUID}::SOLO`, 'INPAINT', 1],
    [`MJ::JOB::animate_low_extend::1::${UUID}::SOLO`, 'VIDEO', null],
    [`MJ::JOB::video_virtual_upscale::2::${UUID}`, 'UPSCALE', null],
    ['MJ::Picread::Retry', 'DESCRIBE', null],
    ['MJ::Job::PicReader::2', 'IMAGINE', 2],
    ['MJ::Job::PromptAnalyzer::5', 'IMAGINE', 5],
  ])('%s is %s', (customId, action, index) => {
    expect(readCustomId(customId)).toEqual({ action, index });
  });

  it.each([
    '',
    'MJ',
    'MJ::JOB',
    'MJ::JOB::upsample',
    'MJ::JOB::variation',
    'MJ::CustomZoom',
    'XX::JOB::upsample::1',
    'MJ::JOB::expand::1::x',
    'MJ::JOB::__proto__::1::x',
    `MJ::BOOKMARK::${UUID}`,
    'MJ::Job::PicReader::all',
    'MJ::InpaintX::1::x',
  ])('refuses "%s" as unknown', customId => expect(codeFor(customId)).toBe('DRAWING_UNKNOWN_ACTION'));

  it.each([
    'MJ::JOB::upsample::0::x',
    'MJ::JOB::variation::5::x',
    'MJ::JOB::upsample::two::x',
    'MJ::Job::PicReader::5',
  ])('refuses the number in %s', customId => expect(codeFor(customId)).toBe('DRAWING_INDEX_PARSE'));
});

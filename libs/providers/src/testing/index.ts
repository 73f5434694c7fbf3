export { adapterOfSample, nameOfSample, type Sample, targetOfSample } from './sample';
export { openAiProtocol, type SampleProtocol } from './sample-protocols';
export { SAMPLES } from './samples';

export { type AttemptRecording } from './capture/attempt-recording';
export { type CallRecording, type RecordedSign } from './capture/call-recording';
export { Inspector } from './inspector';
export { InspectorModule, inspectorEntities } from './inspector.module';
export { InspectRules } from './rules/inspect-rules';
export { KeptCalls } from './keep/kept-calls';

export { DrawingDoor } from './drawing-door';
export { MidjourneyModule } from './midjourney.module';

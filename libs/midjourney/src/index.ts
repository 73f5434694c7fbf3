export { MidjourneyRoutes } from './midjourney.routes';
export { MidjourneyModule } from './midjourney.module';

import { Module } from '@nestjs/common';

/** The daily reward. */
@Module({ controllers: [], providers: [] })
export class CheckInModule {}

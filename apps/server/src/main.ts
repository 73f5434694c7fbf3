import 'reflect-metadata';
import { Module, Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { hello } from '@kernel';
@Injectable()
class A {
  x = 1;
}
@Injectable()
class B {
  constructor(readonly a: A) {}
}
@Module({ providers: [A, B] })
class AppModule {}
async function main() {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter());
  console.log(hello('x'), app.get(B).a.x);
  await app.close();
}
void main();

// A style sheet that is part of one window alone, though others import it too (see `recovery.ts`).
declare module "*.css?copy";

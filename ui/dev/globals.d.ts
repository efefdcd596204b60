// What the scripts of the fake host leave on the page's window for each other and for the checks.
interface Window {
  __TAURI_INTERNALS__: object;
  benchFrame: () => Promise<number>;
  benchPiece: (text: string) => number;
  chat: any;
  fakeAccount: any;
  fakeAnswers: any;
  fakeCalls: [command: string, args: any][];
  fakeDone: boolean;
  fakeErrors: string[];
  fakeQueue: any;
  fakeAttach: any;
  fakeBundle: any;
  fakeCompact: any;
  fakeContext: any;
  fakeUsage: any;
  fakeRegistry: any;
  fakeUpdates: any;
  fakeLoaded: () => Promise<void>;
  fakeProjects: any;
  fakePrompts: any;
  fakeReading: any;
  fakeSampling: any;
  fakeSend: (name: string, message: unknown) => void;
  fakeServer: any;
  fakeViews: (query: URLSearchParams) => { commands: Record<string, any>; actions: Record<string, () => unknown> };
}

// The scripts press and fill in what they find: a wrong kind of element fails when they run.
interface ParentNode {
  querySelector(selectors: string): HTMLInputElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLInputElement>;
}

export { SignInGate } from "./gate/sign-in-gate.tsx";
export { SetUp } from "./set-up/set-up.tsx";

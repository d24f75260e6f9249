// The bundler wants an entry beside what the remote exposes. Nobody opens drive without a host.
import "./app.ts";

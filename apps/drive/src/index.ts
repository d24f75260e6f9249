// The bundler asks for an entry beside what the remote exposes. Nobody opens drive without a host.
import "@atrium/feature-drive";

export const en = {
  title: "Calls",
  checkTitle: "Camera and microphone",
  checkIntro:
    "Check how you look and sound to others. Your browser asks for permission first, and nothing leaves this device.",
  start: "Test camera and microphone",
  stop: "Stop",
  camera: "Camera",
  microphone: "Microphone",
  noCamera: "No camera",
  noMicrophone: "No microphone",
  unnamed: "Device {number}",
  level: "Microphone level",
  preview: "Your camera picture",
  speak: "Say something: the bar should move.",
  asking: "Your browser is asking for permission…",
  denied:
    "Your browser blocks the camera and microphone. Allow them next to the address, then try again.",
  missing: "No camera or microphone found. Connect one and try again.",
  busy: "Another program is using the camera or microphone. Close it and try again.",
  failed: "Could not start the camera or microphone.",
  insecure: "Browsers only allow camera and microphone over HTTPS or on this computer.",
} as const;

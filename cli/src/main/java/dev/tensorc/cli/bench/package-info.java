/** How long calls take. */
package dev.tensorc.cli.bench;

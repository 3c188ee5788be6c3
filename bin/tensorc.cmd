@echo off
rem Runs tensorc on Windows, with a JDK 25 or newer. It does not build: `mvn -q package -DskipTests` does.
rem
rem   TENSORC_JAVA_HOME=DIR  the JDK to use, before JAVA_HOME and the java on the path
rem   TENSORC_JAVA_OPTS=...  more options for the JVM
setlocal
set "ROOT=%~dp0.."
set "LIB=%ROOT%\cli\target\dist\lib"
if exist "%ROOT%\lib\tensorc.jar" set "LIB=%ROOT%\lib"
if not exist "%LIB%\tensorc.jar" (
  echo tensorc: not built: run "mvn -q package -DskipTests -pl cli -am" in %ROOT% 1>&2
  exit /b 1
)
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
if exist "%ROOT%\jre\bin\java.exe" set "JAVA=%ROOT%\jre\bin\java"
if defined TENSORC_JAVA_HOME set "JAVA=%TENSORC_JAVA_HOME%\bin\java"
set "OPTS=-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
for %%V in (run test bench repl) do if /i "%~1"=="%%V" (
  set "OPTS=--add-exports=java.base/jdk.internal.module=ALL-UNNAMED --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
)
"%JAVA%" %OPTS% %TENSORC_JAVA_OPTS% -cp "%LIB%\*" dev.tensorc.cli.Main %*
exit /b %ERRORLEVEL%
